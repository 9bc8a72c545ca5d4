import { join, relative } from 'node:path'
import { unproved } from './changed.mjs'
import { groupsOf } from './gated.mjs'
import { root } from './run.mjs'
import { suites } from './suites.mjs'

const skippedGroup = ({ title }) => `${title}：输入未变，上次通过后未重跑`

/** Test files to name, or undefined for all. */
function filesOf({ isChanged, isGated }, digests, stale, left) {
  if (isGated) return stale.flatMap(({ tests }) => tests)
  if (!isChanged) return undefined
  const gated = [...stale, ...left].flatMap(({ tests }) => tests)
  const others = unproved(digests).filter((file) => !gated.includes(file))
  return [...others, ...stale.flatMap(({ tests }) => tests)]
}

/**
 * Plans the run of a suite.
 * @param digests its test files with the digest of their inputs
 */
export function planOf(name, options, digests) {
  const { filters, isAll, isChanged } = options
  const everywhere = { isRun: true, isWhole: false, notes: [], groups: [], apart: [], arguments: filters }
  const groups = groupsOf(name)
  const apart = (some) => [...new Set(some.flatMap((group) => group.apart ?? []))]
  if (filters.length > 0) return { ...everywhere, apart: apart(groups) }
  const left = isAll ? [] : groups.filter(({ isFresh }) => isFresh)
  const stale = groups.filter((group) => !left.includes(group))
  const files = filesOf(options, digests, stale, left)
  const notes = left.map(skippedGroup)
  if (files?.length === 0) {
    if (isChanged) notes.push(`${name}：输入未变，未运行`)
    return { ...everywhere, isRun: false, notes }
  }
  if (files && isChanged) notes.push(`${name}：${digests.length} 个测试文件中 ${files.length} 个的输入已改变`)
  const { cwd } = suites[name]
  const excluded = left.flatMap(({ tests }) => tests.map((file) => `--exclude=${relative(cwd, file)}`))
  const named = files?.map((file) => join(root, file)) ?? []
  return {
    ...everywhere,
    isWhole: true,
    notes,
    groups: stale,
    apart: apart(stale),
    arguments: [...named, ...excluded],
  }
}
