import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Python starts slowly on a busy machine.
  test: { include: ['test/**/*.test.ts'], testTimeout: 30_000 },
})
