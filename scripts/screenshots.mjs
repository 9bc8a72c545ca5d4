// Retakes the pictures in docs/screenshots from the built platform.
import './build.mjs'
import { findChromium } from './lib/chromium.mjs'
import { bin, must } from './lib/run.mjs'

await must(bin('tsx'), ['e2e/screenshots.ts'], { env: { CHROME_PATH: findChromium() } })
