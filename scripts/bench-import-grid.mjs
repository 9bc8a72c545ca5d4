// Measures an import in the built portal in a real browser. ROWS sets the number of rows, `postgres` the database.
import './build.mjs'
import { findChromium } from './lib/chromium.mjs'
import { bin, must } from './lib/run.mjs'

await must(bin('tsx'), ['e2e/bench/import-grid.ts', ...process.argv.slice(2)], {
  env: { CHROME_PATH: findChromium() },
})
