import { fields } from '@xinchu/sdk/fields'
import { Field } from '../../ui/field.tsx'
import { NumberInput, Textarea } from '../../ui/inputs.tsx'
import { type MoneyName, TEXTS, type TextName } from './annual-model.ts'
import type { Annual } from './use-annual.ts'

const specOf = (name: string) => fields.AnnualReportFields.find((spec) => spec.name === name)
const moneySpecOf = (name: string) => fields.AnnualEconomy.find((spec) => spec.name === name)
const MONEY: readonly MoneyName[] = ['revenue', 'cost', 'profit']

function Text({ annual, name }: { annual: Annual; name: TextName }) {
  const { form, isOpen, change } = annual
  const spec = specOf(name)
  return (
    <Field label={spec?.caption ?? name} required={spec?.required !== undefined} wide>
      {(control) => (
        <Textarea
          {...control}
          disabled={!isOpen}
          maxLength={spec?.maxLength}
          value={form.texts[name]}
          onValue={(text) => change({ texts: { ...form.texts, [name]: text } })}
        />
      )}
    </Field>
  )
}

/** Revenue, cost and profit of the year, with words. */
function Economy({ annual }: { annual: Annual }) {
  const { form, isOpen, change } = annual
  return (
    <>
      {MONEY.map((name) => {
        const spec = moneySpecOf(name)
        return (
          <Field key={name} label={spec?.caption ?? name}>
            {(control) => (
              <NumberInput
                {...control}
                disabled={!isOpen}
                unit={spec?.unit}
                value={form.money[name]}
                onValue={(text) => change({ money: { ...form.money, [name]: text } })}
              />
            )}
          </Field>
        )
      })}
      <Field label="经济效益说明" wide>
        {(control) => (
          <Textarea
            {...control}
            disabled={!isOpen}
            maxLength={moneySpecOf('text')?.maxLength}
            value={form.moneyText}
            onValue={(moneyText) => change({ moneyText })}
          />
        )}
      </Field>
    </>
  )
}

/** The chapters of a report in words. */
export function AnnualTexts({ annual }: { annual: Annual }) {
  return (
    <section aria-label="年度情况" className="card min-w-0">
      <h2 className="flex min-h-11 items-center border-line border-b px-4 font-medium">年度情况</h2>
      <div className="grid gap-x-4 px-4 pt-3.5 sm:grid-cols-3">
        {TEXTS.map((name) => (
          <Text key={name} annual={annual} name={name} />
        ))}
        <Economy annual={annual} />
      </div>
    </section>
  )
}
