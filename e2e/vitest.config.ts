import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['support/prepare.ts'],
    include: ['test/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A busy machine takes its time; what never comes fails all the same.
    expect: { poll: { timeout: 15_000 } },
    // Two tests watch single frames and a stopped clock: a machine out of breath fails them now and then.
    retry: process.env['CI'] ? 1 : 0,
    // Each file drives a platform and a browser of its own; two fit two cores.
    maxWorkers: 2,
  },
})
