import { sampleAccounts } from '@xinchu/sample'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'
import { type Caller, isAmong } from '../../src/domain/caller.ts'
import type { Operation } from '../../src/operations.ts'

/** A demonstration account that may make the call. */
export function callerOf({ callers }: Pick<Operation, 'callers'>): string {
  const found = sampleAccounts.find(({ deptId, roleId }) => {
    const account: Pick<Caller, 'deptId' | 'roles'> = {
      deptId,
      roles: [{ id: roleId, name: '', level: 0, dataScope: 'nation' }],
    }
    return isAmong(account as Caller, callers) // asked for nothing else
  })
  return found?.username ?? 'nation'
}

/** Logs a demonstration account in, on a platform without captcha. */
export async function tokenOf(url: string, username: string): Promise<string> {
  const reply = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: SAMPLE_PASSWORD }),
  })
  return (await reply.json()).token
}
