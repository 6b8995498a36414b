/** A message's fields by number, each with all its values: bytes, or a number as its bits. */
export type Fields = Map<number, (Buffer | bigint)[]>;

/** Reads one protobuf message (https://protobuf.dev/programming-guides/encoding/). */
export function readMessage(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (sizeBytes: number) => {
    at += sizeBytes;
    return bytes.subarray(at - sizeBytes, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    const value =
      wire === 0
        ? varint()
        : wire === 1
          ? take(8).readBigUInt64LE()
          : wire === 5
            ? BigInt(take(4).readUInt32LE())
            : take(Number(varint()));
    const number = tag >> 3;
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}

/** Returns the messages of a repeated field. */
export function messagesIn(fields: Fields, number: number): Fields[] {
  return (fields.get(number) ?? []).map((value) => readMessage(value as Buffer));
}

export function textIn(fields: Fields, number: number): string {
  return ((fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)).toString();
}

export function hexIn(fields: Fields, number: number): string {
  return ((fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)).toString("hex");
}

export function numberIn(fields: Fields, number: number): number {
  return Number(fields.get(number)?.[0] ?? 0n);
}

export function doubleIn(fields: Fields, number: number): number {
  return doubleOf(fields.get(number)?.[0] as bigint | undefined);
}

function doubleOf(bits: bigint | undefined): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits ?? 0n);
  return view.getFloat64(0);
}

/** Returns the packed doubles of a field. */
export function doublesIn(fields: Fields, number: number): number[] {
  const packed = (fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);
  return Array.from({ length: packed.length / 8 }, (_, index) => packed.readDoubleLE(index * 8));
}
