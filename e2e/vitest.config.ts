import { defineConfig } from 'vitest/config'
import { LongestFirst } from './support/longest-first.ts'

export default defineConfig({
  test: {
    globalSetup: ['support/prepare.ts'],
    include: ['test/**/*.test.ts'],
    // Generous for a busy machine; what is missing still fails.
    testTimeout: 420_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // The files of a worker share its browser. Each has a platform of its own unless it changes nothing.
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
})
