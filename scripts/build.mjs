// Builds what changed since the last build.
import { build } from './lib/build.mjs'

await build()
