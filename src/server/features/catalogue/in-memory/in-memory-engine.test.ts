import { testSearchEngine } from '#test/search-engine-suite.ts';
import { inMemoryEngine } from './in-memory-engine.ts';

testSearchEngine(inMemoryEngine);
