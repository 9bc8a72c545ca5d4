import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@xinchu/source'] },
  ssr: { resolve: { conditions: ['@xinchu/source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    // What only one of the two databases can do.
    exclude: [process.env['TEST_DATABASE_URL'] ? 'test/embedded/**' : 'test/postgres/**'],
    globalSetup: ['test/prepare.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
