import { fields } from '@xinchu/contract/fields'
import type { GeneralItem } from '@xinchu/sdk'
import { usageIndicators } from '@xinchu/validators'
import { figure } from '../lib/figures.ts'
import { generalItem, shownFields } from './general-item.ts'
import { at, derived, line, type Section } from './lines.tsx'
import type { PortalKind } from './portal-kind.ts'

function sectionsOf(item: GeneralItem): Section[] {
  const usage: object = item.usage ?? {}
  const indicators = usageIndicators.flatMap(({ name, caption, unit }) => {
    const value = at(item.derived ?? {}, name)
    return typeof value === 'number'
      ? [derived(caption, `${figure(Math.round(value * 100) / 100)}${unit ? ` ${unit}` : ''}`)]
      : []
  })
  return [
    {
      key: 'usage',
      title: '填报内容',
      lines: shownFields(fields.UsageFields).map((spec) => line(spec, usage)),
    },
    ...(indicators.length > 0 ? [{ key: 'derived', title: '派生指标', lines: indicators }] : []),
  ]
}

/** 季度使用情况. */
export const usage: PortalKind<GeneralItem> = {
  ...generalItem('USAGE'),
  code: 'USAGE',
  sections: sectionsOf,
}
