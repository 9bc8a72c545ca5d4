import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(`${root}docs/recipes.md`, 'utf8')

/** Where a path of the recipes may begin: some are given below a folder that the sentence has just named. */
const FOLDERS = ['', 'packages/server/', 'packages/server/src/', 'packages/web/src/']

test('every file and folder that the recipes name exists', () => {
  const paths = [...text.matchAll(/`([\w-]+(?:\/[\w-]+)*\/(?:[\w-]+\.\w+)?)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(15)
  const missing = paths.filter((path) => !FOLDERS.some((folder) => existsSync(root + folder + path)))
  expect(missing).toEqual([])
})
