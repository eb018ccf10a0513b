/** An owner whose id is the same in every run: `number` tells it apart, `shard` is where its accounts are. */
export function testOwner(number: number, shard = number % 32): string {
  return `01900000-0000-7000-8000-${number.toString(16).padStart(10, '0')}${shard.toString(16).padStart(2, '0')}`
}
