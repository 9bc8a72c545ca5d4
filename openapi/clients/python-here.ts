import { spawnSync } from 'node:child_process'

/** Whether tests run Python: always in CI, elsewhere where it is installed. */
export const hasPython: boolean =
  Boolean(process.env['CI']) || spawnSync('python3', ['--version']).status === 0
