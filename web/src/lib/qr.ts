// QR codes (ISO/IEC 18004) of addresses: text as bytes, error correction M, the smallest of versions 1 to 6 that fits.
// Later versions would need more signs of their own, and no address of a table is longer than 106 bytes.

/** Of each version: bytes of data in each block, bytes of correction that follow a block. */
const BLOCKS: [number[], number][] = [
  [[16], 10],
  [[28], 16],
  [[44], 26],
  [[32, 32], 18],
  [[43, 43], 24],
  [[27, 27, 27, 27], 16],
];
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
const LEVEL_M = 0b00;

type Squares = boolean[][]; // by row; true is dark

/** The field of 256 elements in which errors are corrected: powers of 2, and whose powers numbers are. */
const POWER: number[] = [1];
for (let n = 1; n < 255; n++) POWER[n] = (POWER[n - 1]! << 1) ^ (POWER[n - 1]! & 128 ? 0x11d : 0);
const LOG = new Map(POWER.map((value, n) => [value, n]));
const times = (a: number, b: number) => (a && b ? POWER[(LOG.get(a)! + LOG.get(b)!) % 255]! : 0);

/** What lets a reader mend errors in some bytes: the rest of a division by a polynomial with so many roots. */
export function correction(data: number[], count: number): number[] {
  let divisor = [1];
  for (let n = 0; n < count; n++)
    divisor = [...divisor, 0].map((value, i) => value ^ times(POWER[n]!, divisor[i - 1] ?? 0));
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let n = 0; n < data.length; n++) {
    const factor = rest[n]!;
    divisor.forEach((value, i) => (rest[n + i]! ^= times(value, factor)));
  }
  return rest.slice(data.length);
}

/** All bytes of a code, its blocks shuffled together; null if the text is too long. */
function bytesOf(text: string): { version: number; bytes: number[] } | null {
  const said = new TextEncoder().encode(text);
  const room = ([blocks]: (typeof BLOCKS)[number]) => blocks.reduce((sum, one) => sum + one, 0) - 2;
  const version = BLOCKS.findIndex((one) => said.length <= room(one)) + 1;
  if (!version) return null;
  const [blocks, count] = BLOCKS[version - 1]!;
  const halves = [4, said.length >> 4, said.length & 15, ...[...said].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = Array.from({ length: halves.length / 2 }, (_, n) => (halves[2 * n]! << 4) | halves[2 * n + 1]!);
  for (let n = 0; data.length < room(BLOCKS[version - 1]!) + 2; n++) data.push(n % 2 ? 0x11 : 0xec);
  const parts = blocks.map((size) => data.splice(0, size));
  const mends = parts.map((part) => correction(part, count));
  const shuffled = (rows: number[][]) => rows[0]!.flatMap((_, n) => rows.map((row) => row[n]!));
  return { version, bytes: [...shuffled(parts), ...shuffled(mends)] };
}

/** The signs by which a reader finds its way: three large eyes, a small one, and two dotted lines. */
function frame(version: number): { squares: Squares; fixed: Squares } {
  const size = 17 + 4 * version;
  const empty = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const [squares, fixed] = [empty(), empty()];
  const put = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    squares[y]![x] = dark;
    fixed[y]![x] = true;
  };
  const eye = (cx: number, cy: number, reach: number, light: number[]) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) put(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let n = 8; n < size - 8; n++) {
    put(n, 6, n % 2 === 0);
    put(6, n, n % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) eye(x, y, 4, [2, 4]); // prettier-ignore
  if (version > 1) eye(size - 7, size - 7, 2, [1]);
  for (let n = 0; n < size; n++) if (n < 9 || n >= size - 8) fixed[8]![n] = fixed[n]![8] = true;
  put(8, size - 8, true);
  return { squares, fixed };
}

/** Lays bytes out in two-column snakes from the lower right corner. */
function lay(bytes: number[], squares: Squares, fixed: Squares): void {
  const size = squares.length;
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--; // the dotted line
    for (let n = 0; n < size; n++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - n : n;
        if (fixed[y]![x]) continue;
        squares[y]![x] = Boolean((bytes[bit >> 3] ?? 0) & (128 >> (bit & 7)));
        bit++;
      }
  }
}

/** Says beside the eyes which mask was laid over the rest. */
function sign(squares: Squares, mask: number): void {
  const size = squares.length;
  let rest = ((LEVEL_M << 3) | mask) << 10;
  for (let n = 14; n >= 10; n--) if (rest & (1 << n)) rest ^= 0b10100110111 << (n - 10);
  const bits = ((((LEVEL_M << 3) | mask) << 10) | rest) ^ 0b101010000010010;
  for (let n = 0; n < 15; n++) {
    const dark = Boolean(bits & (1 << n));
    const down = n < 6 ? n : n < 8 ? n + 1 : size - 15 + n; // the column beside the left eyes
    const along = n < 8 ? size - 1 - n : n === 8 ? 7 : 14 - n; // the row below the upper ones
    squares[down]![8] = dark;
    squares[8]![along] = dark;
  }
}

/** How hard a reader would find it: long runs, blocks, what looks like an eye, and too much of one colour. */
function burden(squares: Squares): number {
  const size = squares.length;
  const rows = squares.map((row) => row.map(Number).join(''));
  const lines = [...rows, ...squares.map((_, x) => squares.map((row) => Number(row[x])).join(''))];
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let n = 0; n + 11 <= size; n++) if (['10111010000', '00001011101'].includes(line.slice(n, n + 11))) sum += 40;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const four = rows[y - 1]!.slice(x - 1, x + 1) + rows[y]!.slice(x - 1, x + 1);
      if (four === '0000' || four === '1111') sum += 3;
    }
  const dark = (100 * rows.join('').replaceAll('0', '').length) / size ** 2;
  return sum + 10 * Math.floor(Math.abs(dark - 50) / 5);
}

/** The squares of a text's code, by row, true for dark ones; null if the text is too long for one. */
export function code(text: string): Squares | null {
  const found = bytesOf(text);
  if (!found) return null;
  const drawn = MASKS.map((mask, number) => {
    const { squares, fixed } = frame(found.version);
    lay(found.bytes, squares, fixed);
    squares.forEach((row, y) => row.forEach((_, x) => (row[x] = row[x] !== (!fixed[y]![x] && mask(x, y)))));
    sign(squares, number);
    return squares;
  });
  const burdens = drawn.map(burden);
  return drawn[burdens.indexOf(Math.min(...burdens))]!;
}
