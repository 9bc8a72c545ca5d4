import { expect, test } from 'vitest'
import { exportedNames } from '../../sdk/test/support/exported-names.ts'
import manifest from '../package.json' with { type: 'json' }

// A name that disappears from the list breaks someone's program. Run with --update to add new names.
test('the public names are those of the list', async () => {
  const names = exportedNames(manifest, new URL('..', import.meta.url))
  await expect(`${names.sort().join('\n')}\n`).toMatchFileSnapshot('public-names.txt')
})
