import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { mapPlugin } from './build/map-plugin.ts'

export default defineConfig({
  plugins: [react(), mapPlugin],
  resolve: { conditions: ['@xinchu/source', 'module', 'browser', 'development|production'] },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { width: 1280, height: 800 } },
    maxWorkers: 2,
    // A busy machine takes seconds to load the application for the first time.
    testTimeout: 30_000,
  },
})
