import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { mapPlugin } from './build/map-plugin.ts'

const ALL = 'test/**/*.test.{ts,tsx}'
/** Files that need modules of their own: whole applications, and the first use of the chart library's maps. */
const ALONE = ['test/screens/**/*.test.ts', 'test/maps.test.ts']

const apart: TestProjectConfiguration = { extends: true, test: { name: 'apart', include: ALONE } }

const together: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'together',
    include: [ALL],
    exclude: ALONE,
    // Modules load once per worker; see docs/checks.md.
    isolate: false,
  },
}

export default defineConfig({
  plugins: [react(), mapPlugin],
  resolve: { conditions: ['@xinchu/source', 'module', 'browser', 'development|production'] },
  test: {
    projects: [apart, together],
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { width: 1280, height: 800 } },
    maxWorkers: 2,
    // Generous for a busy machine; what is missing still fails.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
