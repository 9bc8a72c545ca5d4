import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { bySubject, verbOf } from '../src/features/home/changes-words.ts'

const { EventKind, EventSubject } = document.components.schemas

describe('the words of the changes', () => {
  test.each(EventKind.enum)('name %s', (kind) => {
    expect(verbOf(kind as never)).toMatch(/^\p{Script=Han}+$/u) // of the enum
  })

  test.each(EventSubject.enum)('name the records of %s', (subject) => {
    const kind = EventKind.enum.find((each) => each.startsWith(`${subject}.`))
    const changes = [{ kind: kind as never, records: 2 }] // of the enum
    expect(bySubject({ since: '2026-02-27 17:20:00', changes })).toHaveLength(1)
  })
})
