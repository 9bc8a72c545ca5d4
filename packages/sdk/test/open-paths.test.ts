import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { isOpenPath } from '../src/raw/without-session.ts'

const paths = Object.entries<Record<string, object>>(document.paths)
const isOpen = (item: Record<string, object>) => Object.values(item).some((call) => 'x-open' in call)

test('calls by path go without a session where the contract says so, and nowhere else', () => {
  const open = paths.filter(([, item]) => isOpen(item)).map(([path]) => path)
  expect(open).toContain('/auth/login')
  expect(paths.filter(([path]) => isOpenPath(path)).map(([path]) => path)).toEqual(open)
  expect(['/auth/login?again=1', '/auth/logins', '/auth/login/x'].map(isOpenPath)).toEqual([
    true,
    false,
    false,
  ])
})
