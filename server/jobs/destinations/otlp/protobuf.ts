/** A message of the protobuf wire format, as pieces of bytes. https://protobuf.dev/programming-guides/encoding/ */
export type Message = readonly Uint8Array[];

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;

/** A field with bytes or a text. */
export function bytesField(field: number, value: Uint8Array | string): Message {
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  return [key(field, LENGTH), varint(bytes.length), bytes];
}

/** A field with a message. */
export function messageField(field: number, message: Message): Message {
  const length = message.reduce((sum, { length: more }) => sum + more, 0);
  return [key(field, LENGTH), varint(length), ...message];
}

/** A field with an integer; negative ones take ten bytes, as the format requires. */
export function integerField(field: number, value: number | bigint): Message {
  return [key(field, VARINT), varint(value)];
}

/** A field with an unsigned integer of 64 bits at its fixed length. */
export function fixed64Field(field: number, value: bigint): Message {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return [key(field, FIXED_64), bytes];
}

/** A field with a number of 64 bits. */
export function doubleField(field: number, value: number): Message {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return [key(field, FIXED_64), bytes];
}

function key(field: number, wireType: number): Uint8Array {
  return varint((field << 3) | wireType);
}

function varint(value: number | bigint): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
