// Runs before a package is packed or published. Builds it and what it depends on, so that the archive is complete.
import './ensure.mjs'
import { build } from './lib/build.mjs'

await build(['contract', 'validators', 'sdk', 'conformance', 'testing', 'cli'])
