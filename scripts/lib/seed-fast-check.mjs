// Setup of test files: properties of fast-check start from the seed of the run.
import fc from 'fast-check'
import { TEST_SEED } from './test-seed.mjs'

fc.configureGlobal({ seed: TEST_SEED })
