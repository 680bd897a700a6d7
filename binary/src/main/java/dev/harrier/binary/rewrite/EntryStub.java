package dev.harrier.binary.rewrite;

import static dev.harrier.binary.x86.Assembler.at;
import static dev.harrier.binary.x86.Register.R10;
import static dev.harrier.binary.x86.Register.R12;
import static dev.harrier.binary.x86.Register.R8;
import static dev.harrier.binary.x86.Register.R9;
import static dev.harrier.binary.x86.Register.RAX;
import static dev.harrier.binary.x86.Register.RBP;
import static dev.harrier.binary.x86.Register.RBX;
import static dev.harrier.binary.x86.Register.RCX;
import static dev.harrier.binary.x86.Register.RDI;
import static dev.harrier.binary.x86.Register.RDX;
import static dev.harrier.binary.x86.Register.RSI;
import static dev.harrier.binary.x86.Register.RSP;

import dev.harrier.binary.log.LogFormat;
import dev.harrier.binary.x86.Assembler;
import dev.harrier.binary.x86.Assembler.Condition;
import dev.harrier.binary.x86.Assembler.Label;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The new entry point. If the environment has {@code HARRIER_LOG=directory}, it creates a log file
 * there, reserves its space on the disk, maps it, fills in the header and publishes its address;
 * then, or if anything of this fails, it continues to the old entry point. It runs on the initial
 * stack of the process, with plain system calls, before any other code of the executable.
 */
final class EntryStub {
  private static final int READLINK = 89;
  private static final int OPEN = 2;
  private static final int CLOSE = 3;
  private static final int MMAP = 9;
  private static final int GETPID = 39;
  private static final int UNLINK = 87;
  private static final int CLOCK_GETTIME = 228;
  private static final int FALLOCATE = 285;
  private static final int READ_WRITE_CREATE_EXCLUSIVE_CLOEXEC = 0x800c2;
  private static final int OWNER_ONLY = 0600;
  private static final int MONOTONIC = 1;
  private static final int REALTIME = 0;
  private static final int PATH_SPACE = 4352;
  private static final int LONGEST_DIRECTORY = 4096;

  /** How long to look at both clocks, so that the error of the rate is below one in a thousand. */
  private static final int CALIBRATION_NANOS = 500_000;

  private final Assembler a;
  private final long logWord;
  private final LogSettings settings;
  private final long buildId;
  private final Label out = new Label();
  private final Label giveUp = new Label();

  /** {@code logWord} is the address of the word that holds the address of the log. */
  EntryStub(Assembler a, long logWord, LogSettings settings, long buildId) {
    this.a = a;
    this.logWord = logWord;
    this.settings = settings;
    this.buildId = buildId;
  }

  /** Writes the stub; returns its address. */
  long write(long oldEntry) {
    final long self = a.here();
    a.raw("/proc/self/exe\0".chars().toArray());
    a.align();
    final long stub = a.here();
    // The dynamic linker hands over a function in RDX.
    a.push(RDX);
    findDirectory();
    a.push(RBP);
    a.move(RBP, RSP);
    a.add(RSP, -PATH_SPACE);
    writePath();
    createAndMap();
    fillHeader(self, stub);
    a.store(at(logWord), R12);
    a.bind(giveUp);
    a.move(RSP, RBP);
    a.pop(RBP);
    a.bind(out);
    a.pop(RDX);
    a.jump(oldEntry);
    a.align();
    return stub;
  }

  /**
   * Leaves in RDI what follows {@code HARRIER_LOG=} in the environment. If there is a {@code
   * HARRIER_ARG0=name} too, the program learns that it was started by that name, and the entry is
   * made a second mention of the directory, which is meant for its children as well.
   */
  private void findDirectory() {
    Label found = new Label();
    Label notLog = new Label();
    Label keepsName = new Label();
    a.load(RAX, at(RSP, 8));
    // lea rsi, [rsp + 8*rax + 24]: behind RDX, argc, argv and its end mark
    a.raw(0x48, 0x8d, 0x74, 0xc4, 0x18);
    a.clear(R8);
    a.clear(R9);
    long next = a.here();
    a.load(RDI, at(RSI, 0));
    a.test(RDI);
    a.jump(Condition.EQUAL, found);
    a.add(RSI, 8);
    a.move64(RAX, little("HARRIER_"));
    a.compare(RAX, at(RDI, 0));
    a.jump(Condition.NOT_EQUAL, next);
    a.load32(RAX, at(RDI, 8));
    a.raw(0x3d); // cmp eax, "LOG="
    a.raw32((int) little("LOG="));
    a.jump(Condition.NOT_EQUAL, notLog);
    a.move(R8, RDI);
    a.jump(next);
    a.bind(notLog);
    a.raw(0x3d); // cmp eax, "ARG0"
    a.raw32((int) little("ARG0"));
    a.jump(Condition.NOT_EQUAL, next);
    a.move(R9, RSI);
    a.jump(next);
    a.bind(found);
    a.test(R8);
    a.jump(Condition.EQUAL, out);
    a.test(R9);
    a.jump(Condition.EQUAL, keepsName);
    a.load(RAX, at(R9, -8));
    a.add(RAX, 13);
    a.store(at(RSP, 16), RAX);
    a.store(at(R9, -8), R8);
    a.bind(keepsName);
    a.move(RDI, R8);
    a.add(RDI, 12);
  }

  /** Writes {@code directory/<process id><cycles>.hlog} at RSP. */
  private void writePath() {
    Label copied = new Label();
    a.move(RDX, RSP);
    a.move(RCX, LONGEST_DIRECTORY);
    long copy = a.here();
    a.raw(0x8a, 0x07); // mov al, [rdi]
    a.raw(0x84, 0xc0); // test al, al
    a.jump(Condition.EQUAL, copied);
    a.raw(0x88, 0x02); // mov [rdx], al
    a.add(RDI, 1);
    a.add(RDX, 1);
    a.add(RCX, -1);
    a.jump(Condition.NOT_EQUAL, copy);
    a.jump(giveUp);
    a.bind(copied);
    a.raw(0xc6, 0x02, '/'); // mov byte [rdx], '/'
    a.add(RDX, 1);
    a.move(R9, RDX);
    a.syscall(GETPID);
    a.move(R12, RAX);
    a.readTimeStamp();
    a.move(R8, R12);
    a.shiftLeft(R8, 32);
    a.raw(0x89, 0xc0); // mov eax, eax: clears the high half
    a.or(R8, RAX);
    a.move(RDX, R9);
    a.move(RCX, 16);
    long digit = a.here();
    Label decimal = new Label();
    a.raw(0x49, 0xc1, 0xc0, 0x04); // rol r8, 4
    a.raw(0x44, 0x89, 0xc0); // mov eax, r8d
    a.raw(0x83, 0xe0, 0x0f); // and eax, 15
    a.raw(0x04, '0'); // add al, '0'
    a.raw(0x3c, '9' + 1); // cmp al, '9'+1
    a.jump(Condition.BELOW, decimal);
    a.raw(0x04, 'a' - '9' - 1); // add al, 'a'-'9'-1
    a.bind(decimal);
    a.raw(0x88, 0x02); // mov [rdx], al
    a.add(RDX, 1);
    a.add(RCX, -1);
    a.jump(Condition.NOT_EQUAL, digit);
    a.move64(RAX, little(".hlog\0\0\0"));
    a.store(at(RDX, 0), RAX);
  }

  /** Leaves the address of the log in R12, the process id in its header, the file closed. */
  private void createAndMap() {
    Label fail = new Label();
    Label mapped = new Label();
    a.move(RDI, RSP);
    a.move(RSI, READ_WRITE_CREATE_EXCLUSIVE_CLOEXEC);
    a.move(RDX, OWNER_ONLY);
    a.syscall(OPEN);
    a.test(RAX);
    a.jump(Condition.SIGN, giveUp);
    a.move(RBX, RAX);
    // Reserved space turns a full disk into an error here instead of a signal later.
    a.move(RDI, RBX);
    a.clear(RSI);
    a.clear(RDX);
    a.move64(R10, settings.fileSize());
    a.syscall(FALLOCATE);
    a.test(RAX);
    a.jump(Condition.NOT_EQUAL, fail);
    a.clear(RDI);
    a.move64(RSI, settings.fileSize());
    a.move(RDX, 3);
    a.move(R10, 1);
    a.move(R8, RBX);
    a.clear(R9);
    a.syscall(MMAP);
    a.test(RAX);
    a.jump(Condition.SIGN, fail);
    a.store(at(RAX, LogFormat.PROCESS), R12);
    a.move(R12, RAX);
    a.move(RDI, RBX);
    a.syscall(CLOSE);
    a.jump(mapped);
    a.bind(fail);
    a.move(RDI, RBX);
    a.syscall(CLOSE);
    a.move(RDI, RSP);
    a.syscall(UNLINK);
    a.jump(giveUp);
    a.bind(mapped);
  }

  private void fillHeader(long self, long stub) {
    word(LogFormat.MASK, settings.ringBytes() - 1);
    word(LogFormat.LIMIT, settings.limit());
    word(LogFormat.BUILD, buildId);
    a.lea(RAX, at(stub));
    a.store(at(R12, LogFormat.CODE), RAX);
    a.lea(RDI, at(self));
    a.lea(RSI, at(R12, LogFormat.EXECUTABLE));
    a.move(RDX, LogFormat.EXECUTABLE_SIZE - 1);
    a.syscall(READLINK);
    clock(REALTIME, LogFormat.START_WALL);
    cycles(LogFormat.START_CYCLES);
    clock(MONOTONIC, LogFormat.START_MONOTONIC);
    long again = a.here();
    cycles(LogFormat.LATER_CYCLES);
    clock(MONOTONIC, LogFormat.LATER_MONOTONIC);
    a.load(RAX, at(R12, LogFormat.LATER_MONOTONIC));
    a.subtract(RAX, at(R12, LogFormat.START_MONOTONIC));
    a.raw(0x48, 0x69, 0xc0); // imul rax, rax, 1e9
    a.raw32(1_000_000_000);
    a.load(RCX, at(R12, LogFormat.LATER_MONOTONIC + 8));
    a.addRegister(RAX, RCX);
    a.subtract(RAX, at(R12, LogFormat.START_MONOTONIC + 8));
    a.add(RAX, -CALIBRATION_NANOS);
    a.jump(Condition.SIGN, again);
    word(0, LogFormat.MAGIC);
  }

  private void cycles(int field) {
    a.readTimeStamp();
    a.shiftLeft(RDX, 32);
    a.or(RAX, RDX);
    a.store(at(R12, field), RAX);
  }

  private void clock(int which, int field) {
    a.move(RDI, which);
    a.lea(RSI, at(R12, field));
    a.syscall(CLOCK_GETTIME);
  }

  private void word(int field, long value) {
    a.move64(RAX, value);
    a.store(at(R12, field), RAX);
  }

  private static long little(String text) {
    byte[] bytes = new byte[8];
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(ascii, 0, bytes, 0, ascii.length);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }
}
