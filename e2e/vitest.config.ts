import { defineConfig } from 'vitest/config'
import { LongestFirst } from './support/longest-first.ts'

export default defineConfig({
  test: {
    globalSetup: ['support/prepare.ts'],
    include: ['test/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Generous for a busy machine; a missing element still fails.
    expect: { poll: { timeout: 15_000 } },
    // The files of a worker share its browser. Each has a platform of its own unless it changes nothing.
    isolate: false,
    maxWorkers: 3,
    maxConcurrency: 3,
    sequence: { sequencer: LongestFirst },
  },
})
