import { defineConfig } from 'vitest/config'

// From the sources clients send by fetch, unless told to send as the built package does in Node.
const conditions = ['@xinchu/source', '@xinchu/node']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Modules load once per worker; see docs/checks.md.
  test: { include: ['test/**/*.test.ts'], isolate: false, testTimeout: 120_000, hookTimeout: 120_000 },
})
