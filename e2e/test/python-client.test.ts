import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { hasPython } from '../../openapi/clients/python-here.ts'
import { PASSWORD } from '../support/browser.ts'

test.skipIf(!hasPython)(
  'a Python script without dependencies logs in, lists all pages, renews its session and reads a refusal',
  async () => {
    const path = fileURLToPath(new URL('../../openapi/clients/python/log_in_and_list.py', import.meta.url))
    // `-B` keeps compiled files out of the sources.
    const { stdout } = await promisify(execFile)('python3', ['-B', path, inject('demonstration'), 'nation'], {
      env: { ...process.env, XINCHU_PASSWORD: PASSWORD },
    })
    const { total, listed, renewed, refusal } = JSON.parse(stdout)
    expect(total).toBeGreaterThan(200)
    expect([listed, renewed]).toEqual([total, true])
    expect(refusal).toEqual({ status: 400, fields: ['page'] })
  },
)
