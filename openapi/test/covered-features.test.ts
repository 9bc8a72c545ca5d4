import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mapped } from '../../scripts/lib/covered-features.mjs'

const isThere = (path: string) => existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))

test('the map of features names browser tests and features that exist', () => {
  expect(mapped.tests.filter((name) => !isThere(`e2e/test/${name}.test.ts`))).toEqual([])
  expect(mapped.features.filter((name) => !isThere(`packages/web/src/features/${name}`))).toEqual([])
})
