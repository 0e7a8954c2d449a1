// Writes shell.js: what belongs to one version of the app, for its service worker to keep.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = ['sw.js', 'offline.js', 'notices.js', 'shell.js']; // which browsers keep themselves
const ONLINE = ['index.html', 'stamp']; // the page is kept as the server writes it
const PICTURES = /^cards\//; // of links, for others to show

/** Says the files of the app as it was built, and a number for them all. */
export function shell(): Plugin {
  let folder = '';
  return {
    name: 'shell',
    apply: 'build',
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    closeBundle() {
      writeFileSync(join(folder, 'shell.js'), `self.SHELL = ${JSON.stringify(listed(folder))};\n`);
    },
  };
}

/** The files of a folder that belong to the app, and their version: another one if any of them is another. */
export function listed(folder: string): { version: string; files: string[] } {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => relative(folder, join(one.parentPath, one.name)).replaceAll('\\', '/'))
    .sort();
  const version = createHash('sha256');
  for (const name of all) version.update(`${name}\0`).update(readFileSync(join(folder, name)));
  const files = all.filter((name) => ![...WORKER, ...ONLINE].includes(name) && !PICTURES.test(name));
  return { version: version.digest('hex').slice(0, 12), files };
}
