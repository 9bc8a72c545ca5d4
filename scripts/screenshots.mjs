// Retakes the pictures in docs/screenshots and in the user manual from the built platform.
import './build.mjs'
import { findChromium } from './lib/chromium.mjs'
import { bin, must } from './lib/run.mjs'

const env = { CHROME_PATH: findChromium() }
const only = process.argv[2]
// `pnpm screenshots manual` takes those of the user manual alone.
if (only !== 'manual') await must(bin('tsx'), ['e2e/screenshots.ts'], { env })
await must(bin('tsx'), ['e2e/manual-pictures.ts'], { env })
