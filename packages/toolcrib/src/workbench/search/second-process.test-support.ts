/** Brings an index up to date in a process of its own: `node second-process.test-support.ts <root> <state folder> <file>`. */
import { createTestBench } from '../bench.test-support.ts';
import { ProjectIndex } from './project-index.ts';
import { wordsOf } from './words.ts';

const [root = '', stateFolder = '', file = ''] = process.argv.slice(2);
const bench = createTestBench({ root, stateFolder });
const index = new ProjectIndex(bench, file);
await index.update();
console.log(index.search(wordsOf('needle'), '.', 10_000).length);
await index.close();
await bench.close();
