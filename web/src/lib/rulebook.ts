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
  title: string;
  list: boolean;
  paragraphs: Paragraph[];
}

export interface Book {
  title: string;
  intro: Piece[];
  chapters: Chapter[];
}

const PIECES = /\*\*(.+?)\*\*|`([^`]+)`|\b([A-Z]\d{1,2})\b/g;

/** Reads a RULES file: a title, an introduction, and chapters of paragraphs. */
export function readRules(markdown: string): Book {
  const lines = markdown.split('\n').filter((line) => line.trim());
  const letter = /^- \*\*([A-Z])\d+\*\*/m.exec(markdown)?.[1] ?? '';
  const book: Book = { title: '', intro: [], chapters: [] };
  for (const line of lines) {
    const chapter = book.chapters.at(-1);
    if (line.startsWith('## ')) book.chapters.push({ title: line.slice(3), list: true, paragraphs: [] });
    else if (line.startsWith('# ')) book.title = line.slice(2);
    else if (chapter) chapter.paragraphs.push(paragraph(line.replace(/^- /, ''), letter));
    else book.intro.push(...pieces(line, letter));
  }
  return book;
}

function paragraph(line: string, letter: string): Paragraph {
  const numbered = /^\*\*([A-Z]\d+)\*\* (.*)$/.exec(line);
  if (!numbered) return { id: null, pieces: pieces(line, letter) };
  return { id: numbered[1]!, pieces: pieces(numbered[2]!, letter) };
}

function pieces(text: string, letter: string): Piece[] {
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
    else if (code) found.push({ kind: /^[REH]$/.test(code) ? 'mark' : 'code', text: code });
    else found.push({ kind: 'cite', text: cited! });
    end = match.index + all.length;
  }
  plain(text.length);
  return found;
}
