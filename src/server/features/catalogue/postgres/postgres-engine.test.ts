import { testSearchEngine } from '#test/search-engine-suite.ts';
import { postgresEngine } from './postgres-engine.ts';

testSearchEngine(postgresEngine);
