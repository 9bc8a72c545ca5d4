import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fields } from '@xinchu/contract/fields'
import type { FieldSpec } from '@xinchu/validators'
import { describe, expect, test } from 'vitest'
import { projectSpecs } from '../src/features/es-project/form-model.ts'
import { withdrawalSpec } from '../src/features/periodic/withdraw-revision.tsx'
import { yearSpecs } from '../src/features/periodic/year-model.ts'
import { pilotSpecs } from '../src/features/pilot-project/apply/model.ts'
import { reasonsOf } from '../src/features/pilot-review/publicity/departure-model.ts'
import { reportSpecs } from '../src/features/provincial/report-model.ts'
import { successionSpecs } from '../src/features/system/regions/succession-dialog.tsx'
import { draftSpecs } from '../src/features/system/user-specs.ts'
import { typedIn, valuesWith } from '../src/ui/form/kept-values.ts'
import { againSpec } from '../src/ui/form/password-fields.tsx'
import { formKinds } from '../src/ui/form/places.ts'
import { isSecret } from '../src/ui/form/secrets.ts'
import { createFormStore } from '../src/ui/form/store.ts'

type Kind = (typeof formKinds)[number]

/** The fields of each form of the portal. */
const FORMS: Readonly<Record<Kind, readonly FieldSpec[]>> = {
  'es-project': projectSpecs,
  'demo-project': pilotSpecs,
  'demo-new': fields.DemoProjectFields,
  'provincial-demo': fields.ProvincialDemoFields,
  'work-report': reportSpecs,
  'year-calc': yearSpecs,
  section: fields.SectionDraft,
  message: fields.MessageFields,
  'message-template': fields.MessageTemplateFields,
  'fill-time': fields.FillTimeDraft,
  org: fields.OrgDraft,
  user: [...draftSpecs, ...fields.UserModify],
  menu: fields.MenuFields,
  owner: fields.OwnerFields,
  'region-succession': successionSpecs,
  role: fields.RoleDraft,
  dict: fields.DictEntryFields,
  profile: fields.CenterForm,
  'expert-profile': [...fields.ExpertProfileForm, ...fields.ExpertDraft],
  'review-feedback': [],
  'pilot-departure': reasonsOf('QUIT'),
  'stat-withdrawal': [withdrawalSpec],
  objection: [...fields.ObjectionStep, ...fields.ObjectionPerson],
}

/** What each form leaves out. The others keep all of their fields. */
const LEFT_OUT: Partial<Record<Kind, readonly string[]>> = { profile: ['smsCode'] }

test.each(formKinds)('the form %s keeps all that is typed but secrets', (kind) => {
  const specs = FORMS[kind]
  const store = createFormStore({ specs, initial: {} })
  store.set(Object.fromEntries(specs.map(({ name }) => [name, '甲'])))
  const kept = new Set(typedIn(store).keys())
  const leftOut = new Set(specs.map(({ name }) => name).filter((name) => !kept.has(name)))
  expect([...leftOut]).toEqual(LEFT_OUT[kind] ?? [])
})

test('a code that an entry has all the same is not put into the form', () => {
  const store = createFormStore({ specs: fields.CenterForm, initial: { phone: '138****8000' } })
  const typed = new Map([
    ['phone', { value: '"13899998000"' }],
    ['smsCode', { value: '"482913"' }],
  ])
  expect(valuesWith(store, typed)).toMatchObject({ phone: '13899998000', smsCode: '' })
})

interface Shape {
  properties?: Record<string, { title?: string; type?: string; items?: { type?: string } }>
}

/** Texts of the contract that prove who a person is, by their titles. */
function secretsOfContract(): string[] {
  const path = join(import.meta.dirname, '../../contract/src/gen/openapi.json')
  const { components } = JSON.parse(readFileSync(path, 'utf8')) as {
    components: { schemas: Record<string, Shape> }
  }
  return Object.values(components.schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, { title = '', type, items }]) =>
      /(?:密码|验证码|恢复码)$/.test(title) && (type === 'string' || items?.type === 'string') ? [name] : [],
    ),
  )
}

describe('a secret', () => {
  test('is each password and code of the contract', () => {
    const names = new Set(secretsOfContract())
    expect(names.size).toBeGreaterThan(8)
    expect([...names].filter((name) => !isSecret(name))).toEqual([])
  })

  test('is also the repetition of a password', () => {
    expect(isSecret(againSpec.name)).toBe(true)
  })
})
