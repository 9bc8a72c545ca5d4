import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FieldSpec } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Form } from '../src/ui/form/form.tsx'
import { DraftOffer, FormBar, FormIssues } from '../src/ui/form/form-bar.tsx'
import { ObjectField } from '../src/ui/form/object-field.tsx'
import { RowsField } from '../src/ui/form/rows-field.tsx'
import { SpecField } from '../src/ui/form/spec-field.tsx'
import { useRecordForm } from '../src/ui/form/use-record-form.ts'
import type { FormValues } from '../src/ui/form/values.ts'
import { type Choice, PortsProvider } from '../src/ui/ports.ts'
import { samplePorts } from './sample-ports.ts'

const DICTS: Readonly<Record<string, readonly Choice[]>> = {
  wide: [
    { value: '1', label: '电源侧' },
    { value: '2', label: '电网侧' },
    { value: '3', label: '负荷侧', enabled: false },
  ],
  narrow: [
    { value: '11', label: '新能源配建', parent: '1' },
    { value: '21', label: '独立储能', parent: '2' },
  ],
  many: Array.from({ length: 30 }, (_, index) => ({ value: String(index), label: `第${index}项` })),
}
const REGIONS = [
  {
    value: '640000',
    label: '宁夏回族自治区',
    level: 1,
    children: [
      {
        value: '640300',
        label: '吴忠市',
        level: 2,
        children: [{ value: '640323', label: '盐池县', level: 3 }],
      },
    ],
  },
]
const ports = samplePorts({ dicts: DICTS, regions: REGIONS })

const specs: readonly FieldSpec[] = [
  { name: 'name', caption: '名称', kind: 'string', rule: 'nonEmpty', required: 'submit', maxLength: 20 },
  { name: 'wide', caption: '大类', kind: 'dict', dict: 'wide' },
  { name: 'narrow', caption: '细分', kind: 'dict', dict: 'narrow' },
  { name: 'many', caption: '选项', kind: 'dict', dict: 'many' },
  { name: 'kinds', caption: '类别', kind: 'dicts', dict: 'wide', required: 'submit' },
  { name: 'regionCode', caption: '地区', kind: 'region', required: 'submit' },
  { name: 'power', caption: '功率', kind: 'number', unit: 'MW', rule: 'decimal4', required: 'submit' },
  { name: 'parts', caption: '构成', kind: 'rows' },
  { name: 'limits', caption: '截止', kind: 'object' },
]
const rows = {
  parts: [
    { name: 'power', caption: '功率', kind: 'number', unit: 'MW', rule: 'decimal4', required: 'submit' },
  ] satisfies FieldSpec[],
  limits: [
    { name: 'start', caption: '开始', kind: 'datetime' },
    { name: 'end', caption: '结束', kind: 'datetime', end: true },
  ] satisfies FieldSpec[],
}

let sent: FormValues | undefined
function Sample({ children, initial = {} }: { children: ReactNode; initial?: FormValues }) {
  const form = useRecordForm({ id: 'org', specs, rows, initial, parents: { narrow: 'wide' } })
  const submit = () => {
    if (form.validate('submit')) sent = form.store.draft()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <FormIssues />
      {children}
      <DraftOffer form={form} />
      <FormBar form={form}>
        <button type="submit">提交</button>
      </FormBar>
    </Form>
  )
}
const show = (children: ReactNode, initial?: FormValues) =>
  render(
    <PortsProvider value={ports}>
      <Sample {...(initial ? { initial } : {})}>{children}</Sample>
    </PortsProvider>,
  )

beforeEach(() => {
  sent = undefined
  localStorage.clear()
})
afterEach(cleanup)

test('a field carries its caption, unit and mark to those who cannot see it', () => {
  show(<SpecField name="power" />)
  const input = screen.getByRole('textbox', { name: /功率/ })
  expect(input.getAttribute('aria-required')).toBe('true')
  expect(screen.getByText('MW')).toBeTruthy()
})

test('an error is tied to its field, and listed above', async () => {
  show(<SpecField name="name" />)
  await userEvent.click(screen.getByRole('button', { name: '提交' }))
  const input = screen.getByRole('textbox', { name: /名称/ })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const note = document.getElementById(input.getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toBe('值不能为空F-001')
  expect(within(screen.getByRole('alert')).getByRole('button', { name: '名称' })).toBeTruthy()
})

test('narrower choices are those of the wider one', async () => {
  show(
    <>
      <SpecField name="wide" />
      <SpecField name="narrow" />
    </>,
  )
  const narrow = screen.getByRole('combobox', { name: '细分' })
  expect(within(narrow).queryByRole('option', { name: '独立储能' })).toBeNull()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '大类' }), '电网侧')
  expect(within(narrow).getByRole('option', { name: '独立储能' })).toBeTruthy()
})

test('what is out of use is offered no more, but still names what a record holds', async () => {
  const label = '负荷侧'
  const shown = show(<SpecField name="wide" />)
  expect(screen.queryByRole('option', { name: label })).toBeNull()
  shown.unmount()
  show(
    <>
      <SpecField name="wide" />
      <SpecField name="kinds" />
    </>,
    { wide: '3', kinds: ['1', '3'] },
  )
  const wide = screen.getByRole<HTMLSelectElement>('combobox', { name: '大类' })
  expect(wide.selectedOptions[0]?.textContent).toBe(label)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: label }).checked).toBe(true)
  await userEvent.selectOptions(wide, '电网侧')
  expect(within(wide).queryByRole('option', { name: label })).toBeNull()
})

test('a long list is searched by typing and picked by enter', async () => {
  show(<SpecField name="many" />)
  await userEvent.click(screen.getByRole('combobox', { name: '选项' }))
  await userEvent.type(screen.getByRole('combobox', { name: /搜索/ }), '第17{Enter}')
  expect(screen.getByRole('combobox', { name: '选项' }).textContent).toContain('第17项')
})

test('a long list opens by typing, which goes on in its search, and is walked by Home, End and page keys', async () => {
  show(<SpecField name="many" />)
  const trigger = screen.getByRole('combobox', { name: '选项' })
  trigger.focus()
  await userEvent.keyboard('第2')
  const search = screen.getByRole<HTMLInputElement>('combobox', { name: /搜索/ })
  expect(search.value).toBe('第2')
  await userEvent.clear(search)
  const active = () =>
    document.getElementById(search.getAttribute('aria-activedescendant') ?? '')?.textContent
  for (const [key, option] of [
    ['End', '第29项'],
    ['PageUp', '第19项'],
    ['Home', '第0项'],
    ['ArrowDown', '第1项'],
  ]) {
    await userEvent.keyboard(`{${key}}`)
    expect(active()).toBe(option)
  }
  expect(screen.getByRole('dialog', { name: /选项|请选择/ })).toBeTruthy()
})

test('the levels of a place are walked by arrows, Home and End, and typing searches', async () => {
  show(<SpecField name="regionCode" />)
  screen.getByRole('combobox', { name: /地区/ }).focus()
  await userEvent.keyboard('{ArrowDown}')
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: '按名称查找地区' })
  expect(document.activeElement).toBe(search)
  await userEvent.keyboard('{ArrowDown}{End}')
  expect(document.activeElement?.textContent).toBe('宁夏回族自治区')
  await userEvent.keyboard('盐')
  expect(document.activeElement).toBe(search)
})

test('a place with one code is found by its name', async () => {
  show(<SpecField name="regionCode" />)
  await userEvent.click(screen.getByRole('combobox', { name: /地区/ }))
  await userEvent.type(screen.getByRole('searchbox', { name: '按名称查找地区' }), '盐池')
  await userEvent.click(screen.getByRole('option', { name: /盐池县/ }))
  expect(screen.getByRole('combobox', { name: /地区/ }).textContent).toContain(
    '宁夏回族自治区 / 吴忠市 / 盐池县',
  )
})

test('rows are added, summed, removed and sent as numbers', async () => {
  show(<RowsField name="parts" sums={['power']} />, {
    name: '甲',
    power: '3',
    kinds: ['1'],
    regionCode: '640323',
  })
  await userEvent.click(screen.getByRole('button', { name: '添加一行' }))
  await userEvent.click(screen.getByRole('button', { name: '添加一行' }))
  await userEvent.type(screen.getByRole('textbox', { name: '第 1 行功率' }), '1.5')
  await userEvent.type(screen.getByRole('textbox', { name: '第 2 行功率' }), '2')
  expect(screen.getByText(/功率合计/).textContent).toContain('3.5')
  await userEvent.click(screen.getByRole('button', { name: '删除第 2 行' }))
  await userEvent.click(screen.getByRole('button', { name: '提交' }))
  expect(sent).toMatchObject({ power: 3, kinds: ['1'], parts: [{ power: 1.5 }] })
})

test('an object is shown by its properties; a deadline includes its minute, and other seconds are kept', async () => {
  show(<ObjectField name="limits" />, {
    name: '甲',
    power: '3',
    kinds: ['1'],
    regionCode: '640323',
    limits: { start: '2026-10-01 08:00:07' },
  })
  const boxOf = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  expect([boxOf('开始').value, boxOf('开始：时、分').value]).toEqual(['2026-10-01', '08:00:07'])
  await userEvent.type(boxOf('结束'), '2026年10月20日')
  expect(boxOf('结束：时、分').value).toBe('23:59')
  await userEvent.clear(boxOf('结束：时、分'))
  await userEvent.type(boxOf('结束：时、分'), '1800')
  await userEvent.click(screen.getByRole('button', { name: '提交' }))
  expect(sent).toMatchObject({ limits: { start: '2026-10-01 08:00:07', end: '2026-10-20 18:00:59' } })
  await userEvent.clear(boxOf('开始：时、分'))
  await userEvent.type(boxOf('开始：时、分'), '9:30')
  await userEvent.clear(boxOf('开始'))
  await userEvent.type(boxOf('开始'), '20261002')
  await userEvent.clear(boxOf('结束'))
  await userEvent.click(screen.getByRole('button', { name: '提交' }))
  expect(sent?.['limits']).toEqual({ start: '2026-10-02 09:30:00' })
})

test('a name that is not the form’s is a mistake of the screen', () => {
  expect(() => show(<SpecField name="nowhere" />)).toThrow('the form has no field nowhere')
})
