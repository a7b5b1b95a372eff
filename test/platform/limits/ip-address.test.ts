import { expect, test } from 'vitest'
import { getIpAddressGroup, isLoopbackAddress, parseForwardedAddress } from '../../../src/platform/limits/ip-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['64:ff9b::1:cb00:7107', '64:ff9b:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0003::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', 'unknown'],
  ['x'.repeat(16_000), 'unknown'],
])('requests from %s are counted under %s', (address, group) => {
  expect(getIpAddressGroup(address)).toBe(group)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['', undefined],
])('the X-Forwarded-For entry %s contains the address %s', (entry, address) => {
  expect(parseForwardedAddress(entry)).toBe(address)
})

test('loopback addresses are recognised in every notation', () => {
  for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
    expect([address, isLoopbackAddress(address)]).toEqual([address, true])
  for (const address of ['10.0.0.1', '0.0.0.0', '::', 'fe80::1', '::ffff:10.0.0.1', '', 'localhost'])
    expect([address, isLoopbackAddress(address)]).toEqual([address, false])
})
