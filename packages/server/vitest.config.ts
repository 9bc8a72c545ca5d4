import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { isSoak } from '../../scripts/lib/test-seed.mjs'

const EMBEDDED = 'test/embedded/**/*.test.ts'
const POSTGRES = 'test/postgres/**/*.test.ts'
const ENGINES = 'test/engines/**/*.test.ts'
/** What differs most between the engines. The check runs these on both; soak runs all of `engines` on both. */
const ON_BOTH = [
  ...['database', 'recording', 'unique', 'old-database', 'text-search', 'sort-keys', 'project-lists'],
  ...['export', 'import-resume', 'kept-sums'],
].map((name) => `test/engines/${name}.test.ts`)
const ALL = 'test/**/*.test.ts'

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL'])

const embedded: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'embedded',
    include: hasPostgres ? [EMBEDDED, ...(isSoak ? [ENGINES] : ON_BOTH)] : [ALL],
    exclude: [POSTGRES],
    globalSetup: ['test/prepare/embedded.ts'],
    env: { TEST_DATABASE_URL: '' },
    sequence: { groupOrder: 1 },
  },
}

const postgres: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'postgres',
    include: [ALL],
    exclude: [EMBEDDED],
    globalSetup: ['test/prepare/postgres.ts'],
    sequence: { groupOrder: 2 },
  },
}

// With a PostgreSQL every test runs on it; the embedded engine runs some of what may differ, and in soak all of it.
export default defineConfig({
  resolve: { conditions: ['@xinchu/source'] },
  ssr: { resolve: { conditions: ['@xinchu/source'] } },
  // The preparation of databases loads the same sources.
  environments: { __vitest__: { resolve: { conditions: ['@xinchu/source'] } } },
  test: {
    projects: hasPostgres ? [embedded, postgres] : [embedded],
    setupFiles: ['../../scripts/lib/seed-fast-check.mjs'],
    pool: 'forks',
    // Modules, the parsed contract and compiled validators load once per worker.
    isolate: false,
    maxWorkers: 2,
    // Generous for a busy machine; what is missing still fails.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
