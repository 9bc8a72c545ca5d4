// Measures the built platform's pages in a real browser, at a later visit. RUNS sets the repetitions, PAGE selects by name,
// FIRST measures the first visit; prints medians.
import './build.mjs'
import { findChromium } from './lib/chromium.mjs'
import { bin, must } from './lib/run.mjs'

await must(bin('tsx'), ['e2e/bench/pages.ts'], { env: { CHROME_PATH: findChromium() } })
