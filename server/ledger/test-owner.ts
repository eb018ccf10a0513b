/**
 * Returns an owner ID that is the same in every run. `number` makes it unique; `shard` is the shard of its accounts.
 */
export function testOwner(number: number, shard = number % 32): string {
  return `01900000-0000-7000-8000-${number.toString(16).padStart(10, '0')}${shard.toString(16).padStart(2, '0')}`
}
