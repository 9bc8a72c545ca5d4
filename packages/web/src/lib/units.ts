/** Units of power and energy: as stored, or as in national publications. */
export interface Unit {
  power: string
  energy: string
  /** Factor from MW or MWh. */
  factor: number
}

export const UNITS = {
  mw: { power: 'MW', energy: 'MWh', factor: 1 },
  wan: { power: '万千瓦', energy: '万千瓦时', factor: 0.1 },
} as const satisfies Record<string, Unit>
