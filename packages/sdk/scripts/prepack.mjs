// Runs before `npm pack` and publishing. Builds the package, so that the archive is complete.
import '../../../scripts/ensure.mjs'
import { build } from '../../../scripts/lib/build.mjs'

await build(['contract', 'validators', 'sdk'])
