// Control messages of datagrams in memory: where one was sent to, for sockets that ask for
// that. The kernel relays the datagrams of a socket that wants to know anything else.

package poll

import (
	"syscall"
	"unsafe"
)

// Bits of what comes with a datagram.
const (
	harrierInfo4 = 1 << iota // IP_PKTINFO
	harrierInfo6             // IPV6_PKTINFO
)

const harrierLoopback = 1 // the index of the interface

type harrierOptionName struct{ level, name int }

// harrierOtherMessages are the options of which the kernel knows more than is known here.
var harrierOtherMessages = [...]harrierOptionName{
	{syscall.IPPROTO_IP, syscall.IP_RECVTTL},
	{syscall.IPPROTO_IP, syscall.IP_RECVTOS},
	{syscall.IPPROTO_IP, syscall.IP_RECVERR},
	{syscall.IPPROTO_IP, syscall.IP_RECVOPTS},
	{syscall.IPPROTO_IP, syscall.IP_RETOPTS},
	{syscall.IPPROTO_IP, 20}, // IP_RECVORIGDSTADDR
	{syscall.IPPROTO_IPV6, syscall.IPV6_RECVHOPLIMIT},
	{syscall.IPPROTO_IPV6, syscall.IPV6_RECVTCLASS},
	{syscall.IPPROTO_IPV6, syscall.IPV6_RECVERR},
	{syscall.IPPROTO_UDP, 103}, // UDP_SEGMENT
	{syscall.IPPROTO_UDP, 104}, // UDP_GRO
	{syscall.SOL_SOCKET, syscall.SO_PASSCRED},
	{syscall.SOL_SOCKET, syscall.SO_TIMESTAMP},
	{syscall.SOL_SOCKET, syscall.SO_TIMESTAMPNS},
	{syscall.SOL_SOCKET, syscall.SO_TIMESTAMPING},
	{syscall.SOL_SOCKET, syscall.SO_RXQ_OVFL},
}

//go:norace
func (m *harrierMailbox) isOn(option harrierOptionName) bool {
	value, err := syscall.GetsockoptInt(m.fd, option.level, option.name)
	return err == nil && value != 0
}

// asksOptions is called when code of the program may have set some.
//
//go:norace
func (m *harrierMailbox) asksOptions() {
	m.asksLimit()
	m.info = 0
	if m.isOn(harrierOptionName{syscall.IPPROTO_IP, syscall.IP_PKTINFO}) {
		m.info |= harrierInfo4
	}
	if m.isOn(harrierOptionName{syscall.IPPROTO_IPV6, syscall.IPV6_RECVPKTINFO}) {
		m.info |= harrierInfo6
	}
	for _, option := range harrierOtherMessages {
		if m.isOn(option) {
			m.relays()
			return
		}
	}
}

// control gives the control messages of a datagram that was received into p, and the flags.
//
//go:norace
func (m *harrierMailbox) control(d *harrierDatagram, p, oob []byte, flags int) (n, got int) {
	got = flags & syscall.MSG_CMSG_CLOEXEC
	if len(d.data) > len(p) {
		got |= syscall.MSG_TRUNC
	}
	if m.info&harrierInfo4 != 0 && d.to.is4() {
		info := syscall.Inet4Pktinfo{Ifindex: harrierLoopback, Spec_dst: [4]byte(d.to.ip[12:]), Addr: [4]byte(d.to.ip[12:])}
		n = harrierMessage(oob, n, syscall.IPPROTO_IP, syscall.IP_PKTINFO, unsafe.Pointer(&info), syscall.SizeofInet4Pktinfo)
	}
	if m.info&harrierInfo6 != 0 && n >= 0 {
		info := syscall.Inet6Pktinfo{Addr: d.to.ip, Ifindex: harrierLoopback}
		n = harrierMessage(oob, n, syscall.IPPROTO_IPV6, syscall.IPV6_PKTINFO, unsafe.Pointer(&info), syscall.SizeofInet6Pktinfo)
	}
	if n < 0 {
		return 0, got | syscall.MSG_CTRUNC
	}
	return
}

// harrierMessage puts a control message behind the first n bytes of oob, and returns where it
// ends; that is -1 if there is no room.
//
//go:norace
func harrierMessage(oob []byte, n, level, kind int, data unsafe.Pointer, size int) int {
	end := n + syscall.CmsgSpace(size)
	if end > len(oob) {
		return -1
	}
	header := (*syscall.Cmsghdr)(unsafe.Pointer(&oob[n]))
	header.Level, header.Type = int32(level), int32(kind)
	header.SetLen(syscall.CmsgLen(size))
	copy(oob[n+syscall.CmsgLen(0):], unsafe.Slice((*byte)(data), size))
	return end
}

// sendsAsUsual reports whether control messages say no more than whose address a datagram to
// an address comes from in any case.
func (m *harrierMailbox) sendsAsUsual(oob []byte, to *harrierAddress) bool {
	messages, err := syscall.ParseSocketControlMessage(oob)
	if err != nil || to == nil || m.family == syscall.AF_UNIX {
		return false
	}
	from := m.source(to.local())
	for _, message := range messages {
		named := harrierAddress{ip: harrierMapped}
		switch kind := (harrierOptionName{int(message.Header.Level), int(message.Header.Type)}); {
		case kind == harrierOptionName{syscall.IPPROTO_IP, syscall.IP_PKTINFO} && len(message.Data) == syscall.SizeofInet4Pktinfo:
			copy(named.ip[12:], message.Data[4:8])
		case kind == harrierOptionName{syscall.IPPROTO_IPV6, syscall.IPV6_PKTINFO} && len(message.Data) == syscall.SizeofInet6Pktinfo:
			copy(named.ip[:], message.Data[:16])
		default:
			return false
		}
		if named.ip != from.ip && !named.isWildcard() {
			return false
		}
	}
	return true
}
