import { describe, expect, test } from 'vitest';
import { code, correction } from './qr';

const ADDRESS = 'https://gold.example/table/ABCDEF';
// The same address as Nayuki's library draws it (by npm's uqr 0.1), with correction M.
const KNOWN = `
#######.##..#..##.###.#######
#.....#.#..#..##.#..#.#.....#
#.###.#...##.###..###.#.###.#
#.###.#.##..#...##..#.#.###.#
#.###.#...#.##...#.#..#.###.#
#.....#..#.#..#..#.##.#.....#
#######.#.#.#.#.#.#.#.#######
........#...###..#.#.........
#.##.###.#..###.###...#..#.##
.###.#..###....#####.##.#...#
....#.#..#.#..##.##..###..##.
#.#....###.#.###...##..#....#
...#########.....#.......##..
#..##..##.#..#...#.#..#...###
#.#######.#.#.#.#.##.##...###
##..##.#.##..#..#...#..#...#.
##.######.###......###.###.#.
..#....####.##...#..##.#.###.
#.#.###.##.....###...###..#..
...#.#.#.#.##...###.#...#.#..
.###.##.#.#.##..#.#########..
........#.#..####.###...#####
#######.#.####...#.##.#.##.#.
#.....#.#.#.......#.#...##.##
#.###.#...###.##....#####.##.
#.###.#.###...#.##.###.###..#
#.###.#.#...#....#..#..#..#.#
#.....#....#.##...#.##.#.#.#.
#######.##.####..#####.....#.`;

const drawn = (squares: boolean[][]) => squares.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')).join('\n');

describe('the code of an address', () => {
  test('is the one that others draw', () => {
    expect(drawn(code(ADDRESS)!)).toBe(KNOWN.trim());
  });

  test('is as small as may be, and none is drawn of what is too long', () => {
    const sizes = ['x'.repeat(14), 'x'.repeat(15), 'x'.repeat(106), 'x'.repeat(107)].map((text) => code(text)?.length);
    expect(sizes).toEqual([21, 25, 41, undefined]);
    expect(code('é'.repeat(54))).toBeNull(); // two bytes each
  });

  test('can be mended: what a reader divides leaves no rest', () => {
    const data = [64, 22, 16, 236, 17, 236, 17, 236, 17, 236, 17, 236, 17, 236, 17, 236];
    expect(correction([...data, ...correction(data, 10)], 10)).toEqual(Array(10).fill(0));
  });
});
