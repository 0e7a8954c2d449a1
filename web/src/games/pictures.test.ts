import books from 'virtual:rules';
import { mount, unmount } from 'svelte';
import { describe, expect, test } from 'vitest';
import { GAMES, picturesOf } from '.';

describe.each(Object.keys(GAMES))('the pictures of %s', (game) => {
  test('stand below paragraphs that there are, and each shows something', async () => {
    const pictures = await picturesOf(game);
    if (!pictures) return;
    const book = (await books[`en/${game}`]!()).default;
    const known = book.chapters.flatMap(({ paragraphs }) => paragraphs.map(({ id }) => id));
    for (const paragraph of pictures.ILLUSTRATED) {
      expect(known).toContain(paragraph);
      const shown = mount(pictures.default, { target: document.body, props: { paragraph } });
      expect(document.querySelectorAll('svg').length).toBeGreaterThan(0);
      void unmount(shown);
      document.body.innerHTML = '';
    }
  });
});
