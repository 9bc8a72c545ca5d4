import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

const EMBEDDED = 'test/embedded/**/*.test.ts'
const POSTGRES = 'test/postgres/**/*.test.ts'
const ENGINES = 'test/engines/**/*.test.ts'
const ALL = 'test/**/*.test.ts'

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL'])

const embedded: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'embedded',
    include: hasPostgres ? [EMBEDDED, ENGINES] : [ALL],
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

// With a PostgreSQL every test runs on it, and only what may differ between the engines runs on the embedded one too.
export default defineConfig({
  resolve: { conditions: ['@xinchu/source'] },
  ssr: { resolve: { conditions: ['@xinchu/source'] } },
  test: {
    projects: hasPostgres ? [embedded, postgres] : [embedded],
    pool: 'forks',
    // Modules, the parsed contract and compiled validators load once per worker.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
