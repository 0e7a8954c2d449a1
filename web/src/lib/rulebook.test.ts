import { describe, expect, test } from 'vitest';
import { readRules, type Piece } from './rulebook';

const BOOK = `# GOLD

A memory game. Marks: \`R\` is printed.
\`H\` is ours.

For two.

## A turn

- **G8** \`R\` Turn a card, then **another** (G9). \`H\` No passing; see T4.

## Notation

- Spots are \`a1\` to \`h8\`.
- \`H\` hosts, \`B\` bandits.
`;

describe('a rule book', () => {
  const book = readRules(BOOK);

  test('has its title, introduction and chapters', () => {
    expect(book.title).toBe('GOLD');
    expect(book.intro.map((piece) => piece.text).join('')).toBe(
      'A memory game. Marks: R is printed. H is ours. For two.',
    );
    expect(book.chapters.map((chapter) => chapter.title)).toEqual(['A turn', 'Notation']);
    expect(book.chapters.map((chapter) => chapter.id)).toEqual(['a-turn', 'notation']);
  });

  test('has numbered paragraphs with marks, and cites its own paragraphs only', () => {
    const { id, pieces } = book.chapters[0]!.paragraphs[0]!;
    expect(id).toBe('G8');
    expect(pieces.filter((piece) => piece.kind === 'mark').map((piece) => piece.text)).toEqual(['R', 'H']);
    expect(pieces.filter((piece) => piece.kind === 'cite').map((piece) => piece.text)).toEqual(['G9']);
    expect(pieces.find((piece) => piece.kind === 'strong')?.text).toBe('another');
  });

  test('loses no letter of a paragraph', () => {
    const text = book.chapters[0]!.paragraphs[0]!.pieces.map((piece) => piece.text).join('');
    expect(text).toBe('R Turn a card, then another (G9). H No passing; see T4.');
  });

  test('has paragraphs without a number where the book has none', () => {
    expect(book.chapters[1]!.paragraphs[0]).toMatchObject({ id: null });
  });

  test('explains its marks in the introduction, and has none among the letters of a notation', () => {
    const marks = (pieces: Piece[]) => pieces.filter((piece) => piece.kind === 'mark').map((piece) => piece.text);
    expect(marks(book.intro)).toEqual(['R', 'H']);
    expect(book.chapters[1]!.paragraphs.flatMap((one) => marks(one.pieces))).toEqual([]);
    expect(book.chapters[1]!.paragraphs[1]!.pieces[0]).toEqual({ kind: 'code', text: 'H' });
  });
});
