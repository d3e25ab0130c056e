import { expect, test } from 'vitest';
import { groupsOf, kindOf } from './address.ts';
import { parseHost } from './host.ts';

test.each([
  ['0.0.0.0', 'reserved'],
  ['0.255.255.255', 'reserved'],
  ['1.0.0.0', 'public'],
  ['9.255.255.255', 'public'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['11.0.0.0', 'public'],
  ['100.63.255.255', 'public'],
  ['100.64.0.0', 'shared'],
  ['100.127.255.255', 'shared'],
  ['100.128.0.0', 'public'],
  ['126.255.255.255', 'public'],
  ['127.0.0.0', 'loopback'],
  ['127.255.255.255', 'loopback'],
  ['128.0.0.0', 'public'],
  ['169.253.255.255', 'public'],
  ['169.254.0.0', 'link_local'],
  ['169.254.169.254', 'metadata'],
  ['169.254.170.2', 'metadata'],
  ['169.255.0.0', 'public'],
  ['172.15.255.255', 'public'],
  ['172.16.0.0', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.0', 'public'],
  ['192.0.0.1', 'reserved'],
  ['192.0.0.192', 'metadata'],
  ['192.0.1.0', 'public'],
  ['192.0.2.1', 'reserved'],
  ['192.88.99.1', 'tunnel'],
  ['192.167.255.255', 'public'],
  ['192.168.0.0', 'private'],
  ['192.169.0.0', 'public'],
  ['198.17.255.255', 'public'],
  ['198.18.0.0', 'reserved'],
  ['198.19.255.255', 'reserved'],
  ['198.20.0.0', 'public'],
  ['198.51.100.1', 'reserved'],
  ['203.0.113.1', 'reserved'],
  ['223.255.255.255', 'public'],
  ['224.0.0.0', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.0', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['::', 'reserved'],
  ['::1', 'loopback'],
  ['::2', 'reserved'],
  ['::ffff:8.8.8.8', 'public'],
  ['::ffff:10.0.0.1', 'private'],
  ['64:ff9b::8.8.8.8', 'public'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['64:ff9b::1:808:808', 'reserved'],
  ['64:ff9b:1::1', 'tunnel'],
  ['100::1', 'reserved'],
  ['1fff:ffff::1', 'reserved'],
  ['2000::1', 'public'],
  ['2001::1', 'tunnel'],
  ['2001:20::1', 'reserved'],
  ['2001:1ff:ffff::1', 'reserved'],
  ['2001:200::1', 'public'],
  ['2001:db8::1', 'reserved'],
  ['2001:4860:4860::8888', 'public'],
  ['2002:808:808::1', 'tunnel'],
  ['2606:4700:4700::1111', 'public'],
  ['3fff:fff::1', 'reserved'],
  ['3fff:1000::1', 'public'],
  ['4000::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['fbff::1', 'reserved'],
  ['fc00::1', 'private'],
  ['fd00:ec2::254', 'metadata'],
  ['fdff::1', 'private'],
  ['fe7f::1', 'reserved'],
  ['fe80::1', 'link_local'],
  ['febf::1', 'link_local'],
  ['fec0::1', 'reserved'],
  ['ff02::1', 'multicast'],
])('%s is %s', (text, kind) => {
  const host = parseHost(text);
  expect(host?.family).toBeDefined();
  expect(kindOf(host?.text ?? '', host?.family ?? 4)).toBe(kind);
});

test('the numbers of an IPv6 address are found behind every shortening', () => {
  expect(groupsOf('::')).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  expect(groupsOf('::1')).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  expect(groupsOf('1::')).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
  expect(groupsOf('1:2::8')).toEqual([1, 2, 0, 0, 0, 0, 0, 8]);
  expect(groupsOf('1:2:3:4:5:6:7:8')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
