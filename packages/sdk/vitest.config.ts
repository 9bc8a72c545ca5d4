import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@xinchu/source'] },
  ssr: { resolve: { conditions: ['@xinchu/source'] } },
  test: { include: ['test/**/*.test.ts'], testTimeout: 30_000 },
})
