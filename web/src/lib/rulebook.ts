// A rule book as data: what its Markdown says, and nothing that a browser would have to trust.

/** A piece of a sentence: plain, **strong** or `code`; marks are the R, E and H of paragraphs. */
export interface Piece {
  kind: 'plain' | 'strong' | 'code' | 'mark' | 'cite';
  text: string;
}

export interface Paragraph {
  id: string | null; // G10; null where a paragraph has no number
  pieces: Piece[];
}

export interface Chapter {
  id: string; // its title as a part of an address
  title: string;
  list: boolean;
  paragraphs: Paragraph[];
}

export interface Book {
  title: string;
  intro: Piece[];
  chapters: Chapter[];
}

const SPACE: Piece = { kind: 'plain', text: ' ' }; // a line's end is one in Markdown
const PIECES = /\*\*(.+?)\*\*|`([^`]+)`|\b([A-Z]\d{1,2})\b/g;

/** Reads a RULES file: a title, an introduction, and chapters of paragraphs. */
export function readRules(markdown: string): Book {
  const lines = markdown.split('\n').filter((line) => line.trim());
  const letter = /^- \*\*([A-Z])\d+\*\*/m.exec(markdown)?.[1] ?? '';
  const book: Book = { title: '', intro: [], chapters: [] };
  for (const line of lines) {
    const chapter = book.chapters.at(-1);
    if (line.startsWith('## ')) book.chapters.push(begun(line.slice(3)));
    else if (line.startsWith('# ')) book.title = line.slice(2);
    else if (chapter) chapter.paragraphs.push(paragraph(line.replace(/^- /, ''), letter));
    else book.intro.push(...(book.intro.length ? [SPACE] : []), ...pieces(line, letter, true));
  }
  return book;
}

function begun(title: string): Chapter {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '');
  return { id: plain.toLowerCase().replace(/\W+/g, '-'), title, list: true, paragraphs: [] };
}

function paragraph(line: string, letter: string): Paragraph {
  const numbered = /^\*\*([A-Z]\d+)\*\* (.*)$/.exec(line);
  if (!numbered) return { id: null, pieces: pieces(line, letter, false) };
  return { id: numbered[1]!, pieces: pieces(numbered[2]!, letter, true) };
}

/** Marks are where paragraphs have numbers, and where they are explained; elsewhere an H is a letter. */
function pieces(text: string, letter: string, marks: boolean): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  const plain = (till: number) => {
    if (till > end) found.push({ kind: 'plain', text: text.slice(end, till) });
  };
  for (const match of text.matchAll(PIECES)) {
    const [all, strong, code, cited] = match;
    if (cited && !cited.startsWith(letter)) continue;
    plain(match.index);
    if (strong) found.push({ kind: 'strong', text: strong });
    else if (code) found.push({ kind: marks && /^[REH]$/.test(code) ? 'mark' : 'code', text: code });
    else found.push({ kind: 'cite', text: cited! });
    end = match.index + all.length;
  }
  plain(text.length);
  return found;
}
