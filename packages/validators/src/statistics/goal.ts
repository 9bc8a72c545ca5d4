/** The national goal: 180 GW of new energy storage in operation by the end of 2027. */
export const nationalGoal = { year: 2027, power: 180_000 } as const
