import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@xinchu/source', 'node'] },
  ssr: { resolve: { conditions: ['@xinchu/source', 'node'] } },
  // Modules load once per worker; see docs/checks.md.
  test: { include: ['test/**/*.test.ts'], isolate: false, testTimeout: 120_000, hookTimeout: 120_000 },
})
