import { createHash } from 'node:crypto'

const today = () =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format(new Date()).replaceAll('-', '')

export const TEST_SEED = Number(process.env.TEST_SEED || today())

export const isSoak = process.env.SOAK === '1'

export const budget = (check, soak) => (isSoak ? soak : check)

export function randomOf(name, seed = TEST_SEED) {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readInt32LE()
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
